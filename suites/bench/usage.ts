// What processes cost, as the kernel counts it. Linux only.

import { readFileSync, writeFileSync } from 'node:fs'

const tickMs = 10

/** Milliseconds of processor time that processes have used since they began. */
export function cpuMs(pids: readonly number[]): number {
  return sum(pids, pid => {
    // The name of the program is in parentheses and may hold blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  })
}

/** Bytes of memory that processes hold now. */
export const residentBytes = (pids: readonly number[]): number => status(pids, 'VmRSS')

/** The most bytes that processes held since `forgetPeak`; of several, the sum of their peaks. */
export const peakBytes = (pids: readonly number[]): number => status(pids, 'VmHWM')

/** From here on, the peak is counted anew. */
export function forgetPeak(pids: readonly number[]): void {
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function status(pids: readonly number[], name: string): number {
  return sum(pids, pid => {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(text)?.[1]) * 1024
  })
}

const sum = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + of(pid), 0)
