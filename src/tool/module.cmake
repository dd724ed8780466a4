target_compile_definitions(tandem_tool INTERFACE TANDEM_TEST_SHARE="${PROJECT_SOURCE_DIR}/share"
  TANDEM_TEST_RECORDED="${PROJECT_SOURCE_DIR}/test/tools")
