import { config } from '@vue/test-utils'
import { afterEach, expect } from 'vitest'

// Vue only warns of a component that is used wrongly, such as without a property that it needs.
const warnings: string[] = []
config.global.config.warnHandler = (message, _component, trace) => void warnings.push(`${message}${trace}`)

afterEach(() => expect(warnings.splice(0)).toEqual([]))
