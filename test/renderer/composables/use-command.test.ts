import { describe, expect, it } from 'vitest'
import { useCommand } from '../../../src-renderer/composables/use-command'
import type { AppErrorDescription } from '../../../src-shared/errors/app-error'
import { fail, ok, type Result } from '../../../src-shared/util/result'

type Answer = Result<string, AppErrorDescription>

function open(joins: boolean) {
  const answers: ((answer: Answer) => void)[] = []
  const command = useCommand(() => new Promise<Answer>((resolve) => answers.push(resolve)), { joins })
  return { command, answers }
}

const offline: AppErrorDescription = { code: 'offline', details: {} }
const refused: Answer = fail(offline)

describe('a command', () => {
  it('joins a run in progress, so that a second click makes no second call', async () => {
    const { command, answers } = open(true)
    const both = [command.run(), command.run()]
    expect(answers).toHaveLength(1)
    answers[0]?.(refused)
    expect(await Promise.all(both)).toEqual([refused, refused])
    expect([command.isRunning.value, command.error.value]).toEqual([false, offline])
  })

  it('without `joins` makes a new call, and shows the state of the newest run', async () => {
    const { command, answers } = open(false)
    const [old, newest] = [command.run(), command.run()]
    expect(answers).toHaveLength(2)
    answers[0]?.(refused)
    await old
    expect([command.isRunning.value, command.error.value]).toEqual([true, null])
    answers[1]?.(ok('rows'))
    await newest
    expect([command.isRunning.value, command.error.value]).toEqual([false, null])
  })
})
