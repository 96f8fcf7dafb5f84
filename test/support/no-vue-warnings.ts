import { config } from '@vue/test-utils'
import { afterEach, expect } from 'vitest'

// Vue only warns about a wrong use of a component, such as a missing required property.
const warnings: string[] = []
config.global.config.warnHandler = (message, _component, trace) => void warnings.push(`${message}${trace}`)

afterEach(() => expect(warnings.splice(0)).toEqual([]))
