import { messages } from '.'

/** Why a backup could not be made, read or restored. */
export function careProblem(reason: string): string {
  const { problems, unlistedProblem } = messages.care
  return problems[reason] ?? unlistedProblem({ reason })
}
