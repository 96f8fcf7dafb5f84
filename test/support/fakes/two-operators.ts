import type { TestApp } from './test-app'

export const ivasPin = '274915'
export const bensPin = '830264'

/** Adds Iva, who manages and acts from then on, and Ben. Returns their ids. */
export async function withOperators(app: TestApp): Promise<{ iva: string; ben: string }> {
  await app.operators.save({ operatorId: null, name: 'Iva', manages: true, pin: ivasPin, ownPin: '' })
  const { operators } = await app.operators.save({
    ...{ operatorId: null, name: 'Ben', manages: false, pin: bensPin, ownPin: ivasPin },
  })
  const idOf = (name: string) => operators.list.find((each) => each.name === name)?.operatorId ?? ''
  return { iva: idOf('Iva'), ben: idOf('Ben') }
}
