// Comments for which launch files of ROS 2 fail.
#pragma once

#include "frontend/xml/reader/xml_element.h"
#include "support/findings/diagnostic.h"

namespace romas::urdf {

// launch_ros reads a text that becomes a parameter as YAML, unless it is told that it is a string. A
// description is one long plain text of YAML until it has a ':' with a blank behind it, a '#' with a blank
// before it, or a tab; xacro writes blanks anew, but for those in comments. Reports such comments (RM1607).
void check_launch_comment(const XmlComment& comment, DiagnosticEngine& diagnostics);
// Those in the element.
void check_launch_comments(const XmlElement& element, DiagnosticEngine& diagnostics);

}  // namespace romas::urdf
