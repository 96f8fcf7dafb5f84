import { messages } from '.'

/** The size of a file: `12 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  const { kilobytes, megabytes } = messages.common
  return bytes < 1_000_000
    ? kilobytes({ count: Math.max(1, Math.round(bytes / 1000)) })
    : megabytes({ count: (bytes / 1_000_000).toFixed(1) })
}
