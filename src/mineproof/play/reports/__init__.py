"""The strategies of the four reports on the assignment, a file each."""
