"""The rubric: four checks of a chunk, one module each; `scoring.assess` adds them up."""
