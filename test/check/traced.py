"""The format of lit's tests for ./x check-map: each leaves in a folder of its own which blocks its programs ran and which headers its compilers read."""
import os

import lit.formats


class Traced(lit.formats.ShTest):
    def execute(self, test, lit_config):
        folder = os.path.join(os.environ["ROMAS_TRACE_TESTS"], *test.path_in_suite)
        os.makedirs(folder, exist_ok=True)
        test.config.environment.update(ROMAS_TRACE=folder, DEPENDENCIES_OUTPUT=os.path.join(folder, "headers"), CCACHE_DISABLE="1")
        return super().execute(test, lit_config)
