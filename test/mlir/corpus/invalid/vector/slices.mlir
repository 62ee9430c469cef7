func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract_strided_slice' op expected offsets dimension 0 to be confined to [0, 3)}}
  %0 = vector.extract_strided_slice %v {offsets = [3], sizes = [2], strides = [1]} : vector<3x7x8xf32> to vector<2x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 4)}}
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [3], strides = [1]} : vector<3x7x8xf32> to vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract_strided_slice' op expected strides to be confined to [1, 2)}}
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [1], strides = [2]} : vector<3x7x8xf32> to vector<1x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size}}
  %0 = vector.extract_strided_slice %v {offsets = [1, 1], sizes = [1], strides = [1]} : vector<3x7x8xf32> to vector<1x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract_strided_slice' op expected offsets attribute of rank no greater than vector rank}}
  %0 = vector.extract_strided_slice %v {offsets = [1, 1, 1, 1], sizes = [1, 1, 1, 1], strides = [1, 1, 1, 1]} : vector<3x7x8xf32> to vector<1x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract_strided_slice' op expected result type to be 'vector<1x7x8xf32>'}}
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [1], strides = [1]} : vector<3x7x8xf32> to vector<2x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>) {
  // expected-error@below {{'vector.extract_strided_slice' op expected sizes dimension 0 to be confined to [1, 4)}}
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [0], strides = [1]} : vector<3x7x8xf32> to vector<1x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert_strided_slice' op expected offsets of same size as destination vector rank}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [1], strides = [1]} : vector<8xf32> into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 2 to be confined to [1, 9)}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [1, 0, 1], strides = [1]} : vector<8xf32> into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert_strided_slice' op expected strides of same size as source vector rank}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [1, 0, 0], strides = [1, 1]} : vector<8xf32> into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert_strided_slice' op expected source rank to be no greater than destination rank}}
  %0 = vector.insert_strided_slice %v, %w {offsets = [1], strides = [1, 1, 1]} : vector<3x7x8xf32> into vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert_strided_slice' op expected offsets dimension 0 to be confined to [0, 3)}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [9, 0, 0], strides = [1]} : vector<8xf32> into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%v: vector<3x7x8xf32>, %w: vector<8xf32>) {
  // expected-error@below {{'vector.insert_strided_slice' op expected strides to be confined to [1, 2)}}
  %0 = vector.insert_strided_slice %w, %v {offsets = [0, 0, 0], strides = [2]} : vector<8xf32> into vector<3x7x8xf32>
  return
}

// -----

func.func @f(%sv: vector<[4]xf32>) {
  // expected-error@below {{'vector.scalable.extract' op failed to verify that position is a multiple of the result length.}}
  %0 = vector.scalable.extract %sv[1] : vector<4xf32> from vector<[4]xf32>
  return
}

// -----

func.func @f(%w: vector<8xf32>, %sv: vector<[4]xf32>) {
  // expected-error@below {{'vector.scalable.insert' op failed to verify that position is a multiple of the source length.}}
  %0 = vector.scalable.insert %w, %sv[3] : vector<8xf32> into vector<[4]xf32>
  return
}
