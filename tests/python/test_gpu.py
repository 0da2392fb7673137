"""On a real device with PyTorch; skipped with the reason where there is none."""

import pytest

import l2bench

torch = pytest.importorskip("torch", reason="no PyTorch")
if not torch.cuda.is_available():
    pytest.skip("no CUDA device", allow_module_level=True)
F = torch.nn.functional


@pytest.fixture(scope="module")
def linear():
    weight = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    x = torch.randn(1, 4096, device="cuda", dtype=torch.bfloat16)
    return lambda: F.linear(x, weight)


def test_counts_the_bytes_of_the_call(linear):
    read = l2bench.do_bench(linear, flush="read", samples=200, read_bytes=4096 * 4096 * 2)
    if read.bytes is None:
        pytest.skip("no counters: " + read.counters)
    assert read.bytes.dram_read == pytest.approx(4096 * 4096 * 2, rel=0.02)
    assert read.bytes.dram_write < 1e6
    assert read.status == "ok" and "unverified" not in read.flags


def test_a_write_flush_is_slower(linear):
    dirty, clean = l2bench.do_bench(linear, flush=["zero", "read"], samples=300, counters=False)
    assert dirty.median_us > 1.1 * clean.median_us


def test_changing_the_import_is_enough(linear):
    assert 0.005 < l2bench.do_bench(linear, rep=20, counters=False) < 0.05
    assert len(l2bench.do_bench(linear, rep=20, counters=False, quantiles=[0.5, 0.2, 0.8])) == 3


def test_kernels_are_listed(linear):
    assert l2bench.do_bench(linear, samples=5, counters=False, list_kernels=True).kernels


def test_rotation_over_argument_sets():
    x = torch.randn(1, 4096, device="cuda", dtype=torch.bfloat16)
    weights = [torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16) for _ in range(12)]
    rotated = l2bench.do_bench(
        F.linear, argument_sets=[(x, w) for w in weights], flush="rotate", samples=50, counters=False
    )
    assert rotated.case["calls_per_sample"] == 12
    assert 8 < rotated.median_us < 20


def test_a_callable_that_synchronises_is_refused(linear):
    def waits():
        linear()
        torch.cuda.synchronize()

    with pytest.raises(l2bench.UsageError, match="waits for the device"):
        l2bench.do_bench(waits, samples=5)
    assert l2bench.do_bench(linear, samples=5, counters=False).status == "ok"


def test_works_on_the_users_own_stream(linear):
    with torch.cuda.stream(torch.cuda.Stream()):
        assert l2bench.do_bench(linear, samples=20, counters=False) > 0


def test_clear_cache_queues_on_the_current_stream():
    l2bench.clear_cache("read")
    torch.cuda.synchronize()
    l2bench.close()


def test_memory_is_given_back(linear):
    l2bench.do_bench(linear, samples=5, counters=False)
    before = torch.cuda.mem_get_info()[0]
    for _ in range(3):
        l2bench.do_bench(linear, samples=5, counters=False)
    assert torch.cuda.mem_get_info()[0] >= before - (64 << 20)


def test_tritons_do_bench_with_a_clean_flush(linear):
    testing = pytest.importorskip("triton.testing", reason="no Triton")
    dirty = testing.do_bench(linear, return_mode="median")
    with l2bench.clean_flush("read"):
        clean = testing.do_bench(linear, return_mode="median")
    assert clean < dirty
    l2bench.close()
