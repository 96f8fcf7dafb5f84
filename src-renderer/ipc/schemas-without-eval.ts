import { z } from 'zod'

// The page may not make code from text, and the schemas would try to compile themselves. This has to be set before
// the first schema is built, so this module is the first import of the window.
z.config({ jitless: true })
