// Variables of the C library as code for programs sees them.
#pragma once

// Takes the environment over as it is now. Programs that are started inherit it.
void take_environment();
