"""Line-ups: who of each team sits where, match by match."""
