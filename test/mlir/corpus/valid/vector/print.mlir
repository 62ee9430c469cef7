// Prints.

func.func @value_0(%v: vector<4xf32>) {
  vector.print %v : vector<4xf32>
  return
}

func.func @value_1(%v: f32) {
  vector.print %v : f32
  return
}

func.func @value_2(%v: vector<2x3xi8>) {
  vector.print %v : vector<2x3xi8>
  return
}

func.func @value_3(%v: index) {
  vector.print %v : index
  return
}

func.func @value_4(%v: vector<[4]xi1>) {
  vector.print %v : vector<[4]xi1>
  return
}

func.func @value_5(%v: vector<f64>) {
  vector.print %v : vector<f64>
  return
}

func.func @punctuation_no_punctuation(%v: i32) {
  vector.print %v : i32 punctuation <no_punctuation>
  vector.print punctuation <no_punctuation>
  vector.print str "a \22b\22 no_punctuation"
  return
}

func.func @punctuation_newline(%v: i32) {
  vector.print %v : i32 punctuation <newline>
  vector.print punctuation <newline>
  vector.print str "a \22b\22 newline"
  return
}

func.func @punctuation_comma(%v: i32) {
  vector.print %v : i32 punctuation <comma>
  vector.print punctuation <comma>
  vector.print str "a \22b\22 comma"
  return
}

func.func @punctuation_open(%v: i32) {
  vector.print %v : i32 punctuation <open>
  vector.print punctuation <open>
  vector.print str "a \22b\22 open"
  return
}

func.func @punctuation_close(%v: i32) {
  vector.print %v : i32 punctuation <close>
  vector.print punctuation <close>
  vector.print str "a \22b\22 close"
  return
}

func.func @attribute(%v: i32) {
  vector.print str "x" {tag}
  vector.print %v : i32 {tag = 1 : i64}
  return
}
