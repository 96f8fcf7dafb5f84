// Run as a thread: ends at once, as one that cannot load its program.
throw new Error('died')
