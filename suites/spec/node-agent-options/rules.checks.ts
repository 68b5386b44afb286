// What several options of the node agent say together, with its files and its machine.

import {
  configFile,
  configFolder,
  configOf,
} from '../../../properties/models/config/agent-files.ts'
import { agentOptions } from '../../../properties/models/config/agent-options.ts'
import { certificate, pair as made } from '../../../properties/models/config/certificate.ts'
import {
  precedence,
  softThresholds,
  thresholdPairs,
} from '../../../properties/scenarios/node-agent-options/agent-values.ts'
import { onMachine } from '../../../properties/scenarios/configuration/configuration.ts'
import {
  around,
  goodLine,
  lineMeans,
  lineNoted,
  lineRefused,
  lineTaken,
  onlyIn,
} from '../../../properties/scenarios/node-agent-options/options.ts'
import type { Line } from '../../../properties/scenarios/node-agent-options/options.ts'
import { commandLines, drawnLines } from '../../configuration.ts'

/** What is known of the machine, which no genuine loader can be told. */
const known = (beside: Record<string, string>, line: Line): Line =>
  onlyIn('cluster', around({ beside }, line))

const enforced = '--enforce-node-allocatable'

const laid = {
  files: [
    configOf(configFile, { maxPods: 50, eventBurst: 50 }),
    configOf(`${configFolder}/10-more.conf`, { maxPods: 60 }),
  ],
}
const [config, folder] = [`--config=${configFile}`, `--config-dir=${configFolder}`]

const keyFlag = '--tls-private-key-file=/etc/agent/tls.key'
const pair = ['--tls-cert-file=/etc/agent/tls.crt', keyFlag]

const pairOf = (certificateText: string, line: Line): Line =>
  around(
    { files: onMachine({ '/etc/agent/tls.crt': certificateText, '/etc/agent/tls.key': made.key }) },
    line,
  )

export default [
  drawnLines('AGENT-135', 'A flag counts before the file.', precedence()),
  commandLines(
    'AGENT-137',
    'Flags are accepted, though the file is to be used.',
    ...agentOptions.map(row => {
      const line = goodLine(row, lineTaken)
      const isElsewhere = row.genuine === 'none' || row.genuine === 'refuses it'
      return isElsewhere ? onlyIn('cluster', line) : line
    }),
  ),
  commandLines('AGENT-138', 'Arguments that are no flags.', lineNoted('a stray argument', 'stray')),
  commandLines(
    'AGENT-158',
    'Without `--config` the defaults hold.',
    lineMeans([], '--max-pods', 110),
    around(laid, lineMeans([], '--max-pods', 110)),
    lineMeans([], '--port', 10_250),
    lineMeans([], '--config', null),
  ),
  commandLines(
    'AGENT-159',
    'Files of `--config-dir` are laid over the first one.',
    around(laid, lineMeans([config, folder], '--max-pods', 60)),
    around(laid, lineMeans([config, folder], '--event-burst', 50)),
    around(laid, lineMeans([config], '--max-pods', 50)),
    lineMeans([], '--config-dir', ''),
  ),
  commandLines(
    'AGENT-170',
    '`system-reserved` needs its control group.',
    lineRefused([`${enforced}=system-reserved`], enforced, '--system-reserved-cgroup'),
    lineTaken(`${enforced}=system-reserved`, '--system-reserved-cgroup=/system'),
  ),
  commandLines(
    'AGENT-171',
    '`cluster-reserved` needs its control group.',
    lineRefused([`${enforced}=cluster-reserved`], enforced, '--cluster-reserved-cgroup'),
    lineTaken(`${enforced}=cluster-reserved`, '--cluster-reserved-cgroup=/components'),
  ),
  commandLines(
    'AGENT-172',
    '`none` is the only value.',
    lineRefused([`${enforced}=none,pods`]),
    lineTaken(`${enforced}=none`),
  ),
  drawnLines('AGENT-179', 'A soft threshold has a time to hold.', softThresholds()),
  commandLines(
    'AGENT-180',
    'With a lock file the agent may end for another process.',
    // The quote does not ask for the file: genuine agents do.
    onlyIn(
      'kubernetes',
      lineRefused(['--exit-on-lock-contention=true'], '--exit-on-lock-contention', '--lock-file'),
    ),
    lineTaken('--exit-on-lock-contention=true', '--lock-file=/run/agent.lock'),
  ),
  commandLines(
    'AGENT-182',
    'With `--fail-cgroupv1` the agent does not start on control groups of version 1.',
    lineTaken('--fail-cgroupv1=true'),
    known({ cgroups: '1' }, lineRefused(['--fail-cgroupv1=true'])),
    known({ cgroups: '1' }, lineTaken('--fail-cgroupv1=false')),
    known({ cgroups: '2' }, lineTaken('--fail-cgroupv1=true')),
  ),
  commandLines(
    'AGENT-183',
    'With `--fail-swap-on` the agent does not start where swap is on.',
    lineTaken('--fail-swap-on=true'),
    known({ swap: 'on' }, lineRefused(['--fail-swap-on=true'])),
    known({ swap: 'on' }, lineTaken('--fail-swap-on=false')),
    known({ swap: 'off' }, lineTaken('--fail-swap-on=true')),
  ),
  drawnLines('AGENT-190', 'The low threshold is not above the high one.', thresholdPairs()),
  commandLines(
    'AGENT-208',
    'A label of the project itself is one of those that are allowed.',
    lineRefused([{ $join: ['--node-labels=', { $group: 'other' }, '/role=one'] }], '--node-labels'),
    lineTaken('--node-labels=example.org/role=one'),
  ),
  commandLines(
    'AGENT-216',
    'With `--protect-kernel-defaults` tunables of another value are a fault.',
    lineTaken('--protect-kernel-defaults=true'),
    known({ 'vm.overcommit_memory': '0' }, lineRefused(['--protect-kernel-defaults=true'])),
    known({ 'vm.overcommit_memory': '0' }, lineTaken('--protect-kernel-defaults=false')),
    known({ 'vm.overcommit_memory': '1' }, lineTaken('--protect-kernel-defaults=true')),
  ),
  commandLines(
    'AGENT-228',
    '`--runonce` excludes `--enable-server`.',
    lineRefused(['--runonce=true'], '--runonce', '--enable-server', '--runOnce'),
    onlyIn('cluster', lineTaken('--runonce=true', '--enable-server=false')),
  ),
  commandLines(
    'AGENT-236',
    'A certificate has its key, and the key is that of the certificate.',
    pairOf(made.certificate, lineTaken(...pair)),
    ...[pair.slice(0, 1), [keyFlag]].map(flags =>
      pairOf(
        made.certificate,
        onlyIn('cluster', lineRefused(flags, '--tls-cert-file', '--tls-private-key-file')),
      ),
    ),
    pairOf(
      certificate,
      onlyIn('cluster', lineRefused(pair, '--tls-private-key-file', '--tls-cert-file')),
    ),
  ),
]
