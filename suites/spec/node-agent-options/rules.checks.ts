// Checks rules that involve several options of the node agent, its files, or its machine.

import {
  agentConfigPath,
  agentConfigDirectory,
  agentConfigFile,
} from '../../../properties/models/config/agent-files.ts'
import { agentOptions } from '../../../properties/models/config/agent-options.ts'
import {
  sampleCertificate,
  sampleKeyPair as made,
} from '../../../properties/models/config/certificate.ts'
import {
  flagPrecedence,
  softThresholds,
  thresholdPairs,
} from '../../../properties/scenarios/node-agent-options/agent-values.ts'
import { machineFiles } from '../../../properties/scenarios/configuration/configuration.ts'
import {
  lineWith,
  validLine,
  lineWithValue,
  recordedLine,
  refusedLine,
  acceptedLine,
  lineOnlyIn,
} from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import type { CommandLineCase } from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import { commandLineCheck, drawnCommandLineCheck } from '../../configuration-checks.ts'

/**
 * A case with a description of the machine. It is judged only in the dialect `cluster`, because no
 * genuine loader accepts such a description.
 */
const knownMachine = (facts: Record<string, string>, line: CommandLineCase): CommandLineCase =>
  lineOnlyIn('cluster', lineWith({ facts }, line))

const enforced = '--enforce-node-allocatable'

const laid = {
  files: [
    agentConfigFile(agentConfigPath, { maxPods: 50, eventBurst: 50 }),
    agentConfigFile(`${agentConfigDirectory}/10-more.conf`, { maxPods: 60 }),
  ],
}
const [config, folder] = [`--config=${agentConfigPath}`, `--config-dir=${agentConfigDirectory}`]

const keyFlag = '--tls-private-key-file=/etc/agent/tls.key'
const pair = ['--tls-cert-file=/etc/agent/tls.crt', keyFlag]

const pairOf = (certificateText: string, line: CommandLineCase): CommandLineCase =>
  lineWith(
    {
      files: machineFiles({
        '/etc/agent/tls.crt': certificateText,
        '/etc/agent/tls.key': made.key,
      }),
    },
    line,
  )

export default [
  drawnCommandLineCheck('AGENT-135', 'A flag takes precedence over the file.', flagPrecedence()),
  commandLineCheck(
    'AGENT-137',
    'Flags are accepted, although the file is preferred.',
    ...agentOptions.map(row => {
      const line = validLine(row, acceptedLine)
      const isElsewhere = row.genuine === 'none' || row.genuine === 'refuses it'
      return isElsewhere ? lineOnlyIn('cluster', line) : line
    }),
  ),
  commandLineCheck(
    'AGENT-138',
    'Arguments that are not flags.',
    recordedLine('a stray argument', 'stray'),
  ),
  commandLineCheck(
    'AGENT-158',
    'Without `--config`, the defaults apply.',
    lineWithValue([], '--max-pods', 110),
    lineWith(laid, lineWithValue([], '--max-pods', 110)),
    lineWithValue([], '--port', 10_250),
    lineWithValue([], '--config', null),
  ),
  commandLineCheck(
    'AGENT-159',
    'Files in `--config-dir` are merged over the file of `--config`.',
    lineWith(laid, lineWithValue([config, folder], '--max-pods', 60)),
    lineWith(laid, lineWithValue([config, folder], '--event-burst', 50)),
    lineWith(laid, lineWithValue([config], '--max-pods', 50)),
    lineWithValue([], '--config-dir', ''),
  ),
  commandLineCheck(
    'AGENT-170',
    '`system-reserved` needs `--system-reserved-cgroup`.',
    refusedLine([`${enforced}=system-reserved`], enforced, '--system-reserved-cgroup'),
    acceptedLine(`${enforced}=system-reserved`, '--system-reserved-cgroup=/system'),
  ),
  commandLineCheck(
    'AGENT-171',
    '`cluster-reserved` needs `--cluster-reserved-cgroup`.',
    refusedLine([`${enforced}=cluster-reserved`], enforced, '--cluster-reserved-cgroup'),
    acceptedLine(`${enforced}=cluster-reserved`, '--cluster-reserved-cgroup=/components'),
  ),
  commandLineCheck(
    'AGENT-172',
    '`none` excludes other values.',
    refusedLine([`${enforced}=none,pods`]),
    acceptedLine(`${enforced}=none`),
  ),
  drawnCommandLineCheck('AGENT-179', 'A soft threshold has a grace period.', softThresholds()),
  commandLineCheck(
    'AGENT-180',
    'With a lock file, the agent may exit when another process wants the file.',
    // The specification does not require the lock file here, but genuine agents do.
    lineOnlyIn(
      'kubernetes',
      refusedLine(['--exit-on-lock-contention=true'], '--exit-on-lock-contention', '--lock-file'),
    ),
    acceptedLine('--exit-on-lock-contention=true', '--lock-file=/run/agent.lock'),
  ),
  commandLineCheck(
    'AGENT-182',
    'With `--fail-cgroupv1`, the agent does not start with cgroup v1.',
    acceptedLine('--fail-cgroupv1=true'),
    knownMachine({ cgroups: '1' }, refusedLine(['--fail-cgroupv1=true'])),
    knownMachine({ cgroups: '1' }, acceptedLine('--fail-cgroupv1=false')),
    knownMachine({ cgroups: '2' }, acceptedLine('--fail-cgroupv1=true')),
  ),
  commandLineCheck(
    'AGENT-183',
    'With `--fail-swap-on`, the agent does not start if swap is on.',
    acceptedLine('--fail-swap-on=true'),
    knownMachine({ swap: 'on' }, refusedLine(['--fail-swap-on=true'])),
    knownMachine({ swap: 'on' }, acceptedLine('--fail-swap-on=false')),
    knownMachine({ swap: 'off' }, acceptedLine('--fail-swap-on=true')),
  ),
  drawnCommandLineCheck(
    'AGENT-190',
    'The low threshold is not above the high one.',
    thresholdPairs(),
  ),
  commandLineCheck(
    'AGENT-208',
    'A node label in the namespace of the project must be an allowed one.',
    refusedLine([{ $join: ['--node-labels=', { $group: 'other' }, '/role=one'] }], '--node-labels'),
    acceptedLine('--node-labels=example.org/role=one'),
  ),
  commandLineCheck(
    'AGENT-216',
    'With `--protect-kernel-defaults`, kernel tunables with other values are an error.',
    acceptedLine('--protect-kernel-defaults=true'),
    knownMachine({ 'vm.overcommit_memory': '0' }, refusedLine(['--protect-kernel-defaults=true'])),
    knownMachine({ 'vm.overcommit_memory': '0' }, acceptedLine('--protect-kernel-defaults=false')),
    knownMachine({ 'vm.overcommit_memory': '1' }, acceptedLine('--protect-kernel-defaults=true')),
  ),
  commandLineCheck(
    'AGENT-228',
    '`--runonce` excludes `--enable-server`.',
    refusedLine(['--runonce=true'], '--runonce', '--enable-server', '--runOnce'),
    lineOnlyIn('cluster', acceptedLine('--runonce=true', '--enable-server=false')),
  ),
  commandLineCheck(
    'AGENT-236',
    'A certificate needs a key, and the two must match.',
    pairOf(made.certificate, acceptedLine(...pair)),
    ...[pair.slice(0, 1), [keyFlag]].map(flags =>
      pairOf(
        made.certificate,
        lineOnlyIn('cluster', refusedLine(flags, '--tls-cert-file', '--tls-private-key-file')),
      ),
    ),
    pairOf(
      sampleCertificate,
      lineOnlyIn('cluster', refusedLine(pair, '--tls-private-key-file', '--tls-cert-file')),
    ),
  ),
]
