import { z } from 'zod'

// The page's policy forbids code from strings, and Zod would try to compile schemas that way. The setting must be made
// before the first schema exists, so this module is the first import of the window.
z.config({ jitless: true })
