// A libl2bench of another version, for the test that it is refused.
extern "C" int l2b_abi_version() {
  return 99;
}
