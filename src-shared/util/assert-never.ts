/** For the default case of a switch over a union: a missing case does not compile, and throws at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
