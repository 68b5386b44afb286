// The options of the node agent that need a feature gate, and those of its logs.

import {
  around,
  lineMeans,
  lineRefused,
  lineTaken,
  onlyIn,
} from '../../../properties/scenarios/node-agent-options/options.ts'
import type { Line } from '../../../properties/scenarios/node-agent-options/options.ts'
import { commandLines } from '../../configuration.ts'

const gate = (name: string, isOn: boolean, line: Line): Line =>
  around({ gates: { [name]: isOn } }, line)

const alpha = (isOn: boolean, line: Line): Line => gate('LoggingAlphaOptions', isOn, line)

export default [
  commandLines(
    'AGENT-199',
    'The buffer of logs needs LoggingAlphaOptions.',
    ...['text', 'json'].flatMap(format => [
      alpha(
        false,
        lineRefused(
          [`--log-${format}-info-buffer-size=64Ki`],
          `--log-${format}-info-buffer-size`,
          `logging.options.${format}.infoBufferSize`,
        ),
      ),
      alpha(
        true,
        lineTaken(`--log-${format}-info-buffer-size=64Ki`, `--log-${format}-split-stream=true`),
      ),
    ]),
  ),
  commandLines(
    'AGENT-200',
    'Split streams need LoggingAlphaOptions.',
    ...['text', 'json'].flatMap(format => [
      alpha(
        false,
        lineRefused(
          [`--log-${format}-split-stream=true`],
          `--log-${format}-split-stream`,
          `logging.options.${format}.splitStream`,
        ),
      ),
      alpha(true, lineTaken(`--log-${format}-split-stream=true`)),
    ]),
  ),
  commandLines(
    'AGENT-201',
    'Logs are text, or json with LoggingBetaOptions.',
    lineTaken('--logging-format=text'),
    gate('LoggingBetaOptions', true, lineTaken('--logging-format=json')),
    gate(
      'LoggingBetaOptions',
      false,
      lineRefused(['--logging-format=json'], '--logging-format', 'logging.format'),
    ),
    lineRefused(['--logging-format=prose'], '--logging-format', 'logging.format'),
  ),
  commandLines(
    'AGENT-217',
    '`--qos-reserved` is `memory=<percent>` and needs QOSReserved.',
    gate('QOSReserved', true, lineTaken('--qos-reserved=memory=50%')),
    gate('QOSReserved', true, lineRefused(['--qos-reserved=cpu=50%'])),
    // The genuine agent only warns of it.
    onlyIn('cluster', gate('QOSReserved', false, lineRefused(['--qos-reserved=memory=50%']))),
  ),
  commandLines(
    'AGENT-226',
    'Rotation of serving certificates needs its gate.',
    gate('RotateKubeletServerCertificate', true, lineTaken('--rotate-server-certificates=true')),
    gate(
      'RotateKubeletServerCertificate',
      false,
      lineRefused(['--rotate-server-certificates=true']),
    ),
  ),
  commandLines(
    'AGENT-245',
    '`--vmodule` takes `pattern=N`, with the format text.',
    lineTaken('--vmodule=server*=3,client=2'),
    lineTaken('--vmodule=server*=3', '--logging-format=text'),
    lineMeans(['--vmodule=server*=3'], '--vmodule', { 'server*': '3' }),
    // Elsewhere it may be without effect.
    onlyIn(
      'kubernetes',
      lineRefused(['--vmodule=server*=3', '--logging-format=json'], '--vmodule', 'logging.vmodule'),
    ),
    lineRefused(['--vmodule=server*']),
    lineRefused(['--vmodule=server*=many']),
  ),
]
