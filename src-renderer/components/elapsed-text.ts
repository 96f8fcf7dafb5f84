import { messages } from '../messages'

/** A running length of time as a clock shows it: `312 ms`, `8 s`, `1:32 min`, `2:05 h`. */
export function elapsedText(ms: number): string {
  if (ms < 1000) return messages.common.milliseconds(Math.max(0, Math.round(ms)))
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return messages.common.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? messages.threeDs.clockMinutes(minutes, seconds % 60)
    : messages.threeDs.clockHours(Math.floor(minutes / 60), minutes % 60)
}
