// Checks the options of the node agent that need a feature gate, and the options of its logs.

import {
  lineWith,
  lineWithValue,
  refusedLine,
  acceptedLine,
  lineOnlyIn,
} from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import type { CommandLineCase } from '../../../properties/scenarios/node-agent-options/command-lines.ts'
import { commandLineCheck } from '../../configuration-checks.ts'

const gate = (name: string, isOn: boolean, line: CommandLineCase): CommandLineCase =>
  lineWith({ gates: { [name]: isOn } }, line)

const alpha = (isOn: boolean, line: CommandLineCase): CommandLineCase =>
  gate('LoggingAlphaOptions', isOn, line)

export default [
  commandLineCheck(
    'AGENT-199',
    'The log buffer needs LoggingAlphaOptions.',
    ...['text', 'json'].flatMap(format => [
      alpha(
        false,
        refusedLine(
          [`--log-${format}-info-buffer-size=64Ki`],
          `--log-${format}-info-buffer-size`,
          `logging.options.${format}.infoBufferSize`,
        ),
      ),
      alpha(
        true,
        acceptedLine(`--log-${format}-info-buffer-size=64Ki`, `--log-${format}-split-stream=true`),
      ),
    ]),
  ),
  commandLineCheck(
    'AGENT-200',
    'Split streams need LoggingAlphaOptions.',
    ...['text', 'json'].flatMap(format => [
      alpha(
        false,
        refusedLine(
          [`--log-${format}-split-stream=true`],
          `--log-${format}-split-stream`,
          `logging.options.${format}.splitStream`,
        ),
      ),
      alpha(true, acceptedLine(`--log-${format}-split-stream=true`)),
    ]),
  ),
  commandLineCheck(
    'AGENT-201',
    'Logs are text, or json with LoggingBetaOptions.',
    acceptedLine('--logging-format=text'),
    gate('LoggingBetaOptions', true, acceptedLine('--logging-format=json')),
    gate(
      'LoggingBetaOptions',
      false,
      refusedLine(['--logging-format=json'], '--logging-format', 'logging.format'),
    ),
    refusedLine(['--logging-format=prose'], '--logging-format', 'logging.format'),
  ),
  commandLineCheck(
    'AGENT-217',
    '`--qos-reserved` is `memory=<percent>` and needs QOSReserved.',
    gate('QOSReserved', true, acceptedLine('--qos-reserved=memory=50%')),
    gate('QOSReserved', true, refusedLine(['--qos-reserved=cpu=50%'])),
    // The genuine agent only warns that the option has no effect.
    lineOnlyIn('cluster', gate('QOSReserved', false, refusedLine(['--qos-reserved=memory=50%']))),
  ),
  commandLineCheck(
    'AGENT-226',
    'Rotation of serving certificates needs its gate.',
    gate('RotateKubeletServerCertificate', true, acceptedLine('--rotate-server-certificates=true')),
    gate(
      'RotateKubeletServerCertificate',
      false,
      refusedLine(['--rotate-server-certificates=true']),
    ),
  ),
  commandLineCheck(
    'AGENT-245',
    '`--vmodule` takes `pattern=N`, with the format text.',
    acceptedLine('--vmodule=server*=3,client=2'),
    acceptedLine('--vmodule=server*=3', '--logging-format=text'),
    lineWithValue(['--vmodule=server*=3'], '--vmodule', { 'server*': '3' }),
    // The specification allows that the option has no effect; genuine agents refuse it.
    lineOnlyIn(
      'kubernetes',
      refusedLine(['--vmodule=server*=3', '--logging-format=json'], '--vmodule', 'logging.vmodule'),
    ),
    refusedLine(['--vmodule=server*']),
    refusedLine(['--vmodule=server*=many']),
  ),
]
