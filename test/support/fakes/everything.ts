/** The whole content of an object as text, including maps, sets and bytes, to search for secrets. */
export function everythingIn(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (member instanceof Map) return [...(member as Map<unknown, unknown>)]
    if (member instanceof Set) return [...(member as Set<unknown>)]
    if (member instanceof Error) return [member.message, member.stack, { ...member }]
    if (member instanceof Uint8Array) return Buffer.from(member).toString('latin1')
    return member
  })
}
