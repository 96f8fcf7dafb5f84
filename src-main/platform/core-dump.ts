import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Takes the memory of this process and of those below it out of what the system writes to disk when one crashes (S27).
 * Processes that they start inherit this, the pages of windows from Chromium's zygote. Only Linux needs it: macOS and
 * Windows write no such file unless somebody switches it on there.
 */
export function leaveNoMemoryInCoreDumps(pid = process.pid): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${String(pid)}/coredump_filter`, '0')
    const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    for (const child of children.split(' ').filter(Boolean)) leaveNoMemoryInCoreDumps(Number(child))
  } catch {
    // The process has just ended, or this kernel has no such files.
  }
}
