// Flags that this agent accepts without an effect, each with the reason. What is not listed here is
// obeyed, or refused by its parser or a rule.

import type { DialectName } from '../api/dialect.ts'
import type { CheckedFlags } from '../config/flags/check-flags.ts'
import type { FlagFinding } from '../config/flags/flag.ts'
import { flagsIn } from '../config/flags/flags-in-dialect.ts'
import { agentFlags } from '../config/flags/flags.table.ts'
import { monitorFlags } from '../config/flags/table/kubelet-monitor.ts'

const groups = 'this agent leaves control groups to the runtime'
const processors = 'this agent assigns no processors or memory banks to containers'
const monitor = 'this agent has no built-in container monitor'
const buffers = 'lines of the log are written at once'

/** The reason by the name of the flag in the specification. */
export const unheededFlags: { readonly [name: string]: string } = {
  'cpu-manager-policy': processors,
  'cpu-manager-policy-options': processors,
  'cpu-manager-reconcile-period': processors,
  'memory-manager-policy': processors,
  'reserved-memory': processors,
  'topology-manager-policy': processors,
  'topology-manager-policy-options': processors,
  'topology-manager-scope': processors,
  'reserved-cpus': processors,
  'enforce-node-allocatable': groups,
  'cluster-reserved-cgroup': groups,
  'system-reserved-cgroup': groups,
  'nodeagent-cgroups': groups,
  'runtime-cgroups': groups,
  'system-cgroups': groups,
  'qos-reserved': groups,
  'pod-max-pids': groups,
  'kernel-memcg-notification': 'this agent measures memory at a fixed interval',
  'contention-profiling': 'a program in Node.js has no locks to profile',
  'log-text-info-buffer-size': buffers,
  'log-json-info-buffer-size': buffers,
  v: 'this agent logs at one verbosity level',
  vmodule: 'this agent logs at one verbosity level',
  'windows-service': 'this agent runs on Linux',
  'windows-priorityclass': 'this agent runs on Linux',
  ...Object.fromEntries(monitorFlags.map(({ name }) => [name, monitor])),
  'hairpin-mode': 'the network of pods is set up by the runtime',
  'make-iptables-util-chains': 'this agent creates no packet filter rules',
  'enable-controller-attach-detach': 'this agent attaches no volumes',
  'volume-plugin-dir': 'this agent has no volume plugins',
  'experimental-mounter-path': 'this agent mounts nothing',
  'volume-stats-agg-period': 'this agent reports no usage of volumes',
  'cloud-config': 'this agent has no built-in cloud provider',
}

/** Flags that any agent satisfies whose log is written line by line (AGENT-202). */
export const satisfiedFlags: readonly string[] = ['log-flush-frequency']

/**
 * Returns a warning for each flag that was set and has no effect.
 */
export function unheededFindings({ from }: CheckedFlags, dialect: DialectName): FlagFinding[] {
  const rows = flagsIn(agentFlags, { dialect, platform: 'linux' })
  return Object.entries(unheededFlags).flatMap(([name, reason]) => {
    const own = rows.get(name)?.name
    if (own === undefined || (from[own] ?? 'default') === 'default') return []
    return [{ severity: 'warning', flag: `--${own}`, type: 'Ignored', detail: reason } as const]
  })
}
