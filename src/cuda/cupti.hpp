#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "l2bench/device.hpp"

namespace l2bench {

/// Hardware byte counts of the device that owns `stream`, by CUPTI's range profiler: user ranges, user replay, one
/// pass. Nothing is opened before the first status() or start(), since that takes up to 0.8 s and is best done after
/// the timed samples. Destroying it closes the profiler, and so does every failure.
/// status() never throws and costs nothing when repeated; the other calls throw DeviceError.
/// start(n) takes the number of ranges that will be pushed. 16 fit without opening the profiler again for more; the
/// first start takes 0.2 s, a later one 20 ms. The first range after a start also counts dirty lines that the start
/// left: start for one range more than needed, and discard the first reading.
std::unique_ptr<Counters> make_cupti_counters(cudaStream_t stream);

/// Kernel time of a call: from the start of its first kernel, memset or copy to the end of its last, gaps inside
/// included (CUPTI activity records). A call without any takes 0 ns. Start and stop are marked by empty kernels before
/// and after the call, outside its time, so that stream and graph launches are read in the same way. Throws
/// MachineError if this process cannot trace kernels: CUPTI is absent, or another profiler is attached.
std::unique_ptr<Timer> make_cupti_timer(cudaStream_t stream);

}  // namespace l2bench
