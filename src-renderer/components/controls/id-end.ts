/** Signs of a long id that tell it from its neighbours. */
const shownEnd = 8

/** The end of a long id, because many ids begin alike; a short one whole. */
export function idEnd(id: string): string {
  return id.length > 2 * shownEnd ? `…${id.slice(-shownEnd)}` : id
}
