/**
 * Returns the processor time that this process has used, in milliseconds. Unlike the time of day it
 * hardly depends on what else the machine does, so a test can hold work against a limit.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
