llvm.func @positions() {
  %tid_x = nvvm.read.ptx.sreg.tid.x : i32
  %tid_y = nvvm.read.ptx.sreg.tid.y : i32
  %tid_z = nvvm.read.ptx.sreg.tid.z : i32
  %ntid_x = nvvm.read.ptx.sreg.ntid.x : i32
  %ntid_y = nvvm.read.ptx.sreg.ntid.y : i32
  %ntid_z = nvvm.read.ptx.sreg.ntid.z : i32
  %ctaid_x = nvvm.read.ptx.sreg.ctaid.x : i32
  %ctaid_y = nvvm.read.ptx.sreg.ctaid.y : i32
  %ctaid_z = nvvm.read.ptx.sreg.ctaid.z : i32
  %nctaid_x = nvvm.read.ptx.sreg.nctaid.x : i32
  %nctaid_y = nvvm.read.ptx.sreg.nctaid.y : i32
  %nctaid_z = nvvm.read.ptx.sreg.nctaid.z : i32
  %clusterid_x = nvvm.read.ptx.sreg.clusterid.x : i32
  %clusterid_y = nvvm.read.ptx.sreg.clusterid.y : i32
  %clusterid_z = nvvm.read.ptx.sreg.clusterid.z : i32
  %nclusterid_x = nvvm.read.ptx.sreg.nclusterid.x : i32
  %nclusterid_y = nvvm.read.ptx.sreg.nclusterid.y : i32
  %nclusterid_z = nvvm.read.ptx.sreg.nclusterid.z : i32
  %cluster_ctaid_x = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
  %cluster_ctaid_y = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
  %cluster_ctaid_z = nvvm.read.ptx.sreg.cluster.ctaid.z : i32
  %cluster_nctaid_x = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
  %cluster_nctaid_y = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
  %cluster_nctaid_z = nvvm.read.ptx.sreg.cluster.nctaid.z : i32
  %cluster_ctarank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %cluster_nctarank = nvvm.read.ptx.sreg.cluster.nctarank : i32
  %warpsize = nvvm.read.ptx.sreg.warpsize : i32
  %laneid = nvvm.read.ptx.sreg.laneid : i32
  %warpid = nvvm.read.ptx.sreg.warpid : i32
  %nwarpid = nvvm.read.ptx.sreg.nwarpid : i32
  %smid = nvvm.read.ptx.sreg.smid : i32
  %nsmid = nvvm.read.ptx.sreg.nsmid : i32
  %gridid = nvvm.read.ptx.sreg.gridid : i32
  llvm.return
}

llvm.func @ranges() {
  %tid_x = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %tid_y = nvvm.read.ptx.sreg.tid.y range <i32, 1, 64> : i32
  %tid_z = nvvm.read.ptx.sreg.tid.z range <i32, 0, 128> : i32
  %ntid_x = nvvm.read.ptx.sreg.ntid.x range <i32, 1, 256> : i32
  %ntid_y = nvvm.read.ptx.sreg.ntid.y range <i32, 0, 512> : i32
  %ntid_z = nvvm.read.ptx.sreg.ntid.z range <i32, 1, 1024> : i32
  %ctaid_x = nvvm.read.ptx.sreg.ctaid.x range <i32, 0, 32> : i32
  %ctaid_y = nvvm.read.ptx.sreg.ctaid.y range <i32, 1, 64> : i32
  %ctaid_z = nvvm.read.ptx.sreg.ctaid.z range <i32, 0, 128> : i32
  %nctaid_x = nvvm.read.ptx.sreg.nctaid.x range <i32, 1, 256> : i32
  %nctaid_y = nvvm.read.ptx.sreg.nctaid.y range <i32, 0, 512> : i32
  %nctaid_z = nvvm.read.ptx.sreg.nctaid.z range <i32, 1, 1024> : i32
  %clusterid_x = nvvm.read.ptx.sreg.clusterid.x range <i32, 0, 32> : i32
  %clusterid_y = nvvm.read.ptx.sreg.clusterid.y range <i32, 1, 64> : i32
  %clusterid_z = nvvm.read.ptx.sreg.clusterid.z range <i32, 0, 128> : i32
  %nclusterid_x = nvvm.read.ptx.sreg.nclusterid.x range <i32, 1, 256> : i32
  %nclusterid_y = nvvm.read.ptx.sreg.nclusterid.y range <i32, 0, 512> : i32
  %nclusterid_z = nvvm.read.ptx.sreg.nclusterid.z range <i32, 1, 1024> : i32
  %cluster_ctaid_x = nvvm.read.ptx.sreg.cluster.ctaid.x range <i32, 0, 32> : i32
  %cluster_ctaid_y = nvvm.read.ptx.sreg.cluster.ctaid.y range <i32, 1, 64> : i32
  %cluster_ctaid_z = nvvm.read.ptx.sreg.cluster.ctaid.z range <i32, 0, 128> : i32
  %cluster_nctaid_x = nvvm.read.ptx.sreg.cluster.nctaid.x range <i32, 1, 256> : i32
  %cluster_nctaid_y = nvvm.read.ptx.sreg.cluster.nctaid.y range <i32, 0, 512> : i32
  %cluster_nctaid_z = nvvm.read.ptx.sreg.cluster.nctaid.z range <i32, 1, 1024> : i32
  %cluster_ctarank = nvvm.read.ptx.sreg.cluster.ctarank range <i32, 0, 32> : i32
  %cluster_nctarank = nvvm.read.ptx.sreg.cluster.nctarank range <i32, 1, 64> : i32
  %warpsize = nvvm.read.ptx.sreg.warpsize range <i32, 0, 128> : i32
  %laneid = nvvm.read.ptx.sreg.laneid range <i32, 1, 256> : i32
  %warpid = nvvm.read.ptx.sreg.warpid range <i32, 0, 512> : i32
  %nwarpid = nvvm.read.ptx.sreg.nwarpid range <i32, 1, 1024> : i32
  %smid = nvvm.read.ptx.sreg.smid range <i32, 0, 32> : i32
  %nsmid = nvvm.read.ptx.sreg.nsmid range <i32, 1, 64> : i32
  %gridid = nvvm.read.ptx.sreg.gridid range <i32, 0, 128> : i32
  llvm.return
}

llvm.func @read() {
  %lanemask_eq = nvvm.read.ptx.sreg.lanemask.eq : i32
  %lanemask_le = nvvm.read.ptx.sreg.lanemask.le : i32
  %lanemask_lt = nvvm.read.ptx.sreg.lanemask.lt : i32
  %lanemask_ge = nvvm.read.ptx.sreg.lanemask.ge : i32
  %lanemask_gt = nvvm.read.ptx.sreg.lanemask.gt : i32
  %clock = nvvm.read.ptx.sreg.clock : i32
  %clock64 = nvvm.read.ptx.sreg.clock64 : i64
  %globaltimer = nvvm.read.ptx.sreg.globaltimer : i64
  %lanemask_eq_2 = nvvm.read.ptx.sreg.lanemask.eq {note = 1 : i32} : i32
  %lanemask_le_2 = nvvm.read.ptx.sreg.lanemask.le {note = 1 : i32} : i32
  %lanemask_lt_2 = nvvm.read.ptx.sreg.lanemask.lt {note = 1 : i32} : i32
  %lanemask_ge_2 = nvvm.read.ptx.sreg.lanemask.ge {note = 1 : i32} : i32
  %lanemask_gt_2 = nvvm.read.ptx.sreg.lanemask.gt {note = 1 : i32} : i32
  %clock_2 = nvvm.read.ptx.sreg.clock {note = 1 : i32} : i32
  %clock64_2 = nvvm.read.ptx.sreg.clock64 {note = 1 : i32} : i64
  %globaltimer_2 = nvvm.read.ptx.sreg.globaltimer {note = 1 : i32} : i64
  llvm.return
}
