import { z } from 'zod'

// The page's policy forbids code from strings, and Zod would try to compile schemas that way. The setting must be made
// before the first schema exists, so this module is the first import of the window. The client of main imports it as well:
// what several files of the window use is in one file, and this must run there, before the schemas.
z.config({ jitless: true })
