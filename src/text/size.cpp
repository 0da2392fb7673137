// filled by the stage's first change
