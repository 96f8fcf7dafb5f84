/** All that an object holds as text, maps and sets and bytes included, so that a test can look for what must not be there. */
export function everythingIn(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (member instanceof Map) return [...(member as Map<unknown, unknown>)]
    if (member instanceof Set) return [...(member as Set<unknown>)]
    if (member instanceof Error) return [member.message, member.stack, { ...member }]
    if (member instanceof Uint8Array) return Buffer.from(member).toString('latin1')
    return member
  })
}
