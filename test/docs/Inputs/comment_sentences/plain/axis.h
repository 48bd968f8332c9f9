// Returns the axis of a joint, a unit vector in its frame.
// The frame is that of the child, where nothing else is given.
