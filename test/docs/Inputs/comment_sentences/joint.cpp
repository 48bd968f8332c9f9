// What a joint does.
// Returns the position in rad. Of a
// prismatic joint in m. What is a comment?
double position();  // Where it stands

/* Keeps the limits. Who exceeds them
 * is stopped: That is a rule. */
const char* text = "// What a string says is no comment.";
const char* raw = R"(
// Whose string this is does not matter.
)";
