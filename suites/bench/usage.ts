// Reads the CPU time and memory of processes from /proc. Linux only.

import { readFileSync, writeFileSync } from 'node:fs'

const tickMs = 10

/** Returns the CPU time in milliseconds that the processes have used since they started. */
export function cpuMs(pids: readonly number[]): number {
  return sum(pids, pid => {
    // The program name is in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  })
}

/** Returns the resident memory of the processes in bytes. */
export const residentBytes = (pids: readonly number[]): number => status(pids, 'VmRSS')

/** Returns the peak resident memory in bytes since `forgetPeak`, summed over the processes. */
export const peakBytes = (pids: readonly number[]): number => status(pids, 'VmHWM')

/** Resets the peak resident memory of the processes. */
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
