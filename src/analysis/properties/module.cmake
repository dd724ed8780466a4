set(analysis_test_parts 4)
