"""What can be asked over HTTP, one file a group: a function ``router`` each."""
