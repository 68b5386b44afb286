import { flagGroup } from './flag-group.ts'

const alpha = (requirement: string) =>
  ({ isAlpha: true, gate: { name: 'LoggingAlphaOptions', requirement } }) as const

export const loggingFlags = flagGroup('Logging', [
  {
    name: 'v',
    short: 'v',
    type: 'level',
    field: 'logging.verbosity',
    staysBesideField: true,
    kubernetes: { default: 0 },
    requirement: ['AGENT-129'],
    description: 'Log verbosity',
  },
  {
    name: 'vmodule',
    type: 'patterns',
    field: 'logging.vmodule',
    staysBesideField: true,
    formBy: 'AGENT-245',
    requirement: ['AGENT-131'],
    description: 'Log verbosity by file, for the text format',
  },
  {
    name: 'logging-format',
    type: 'string',
    default: 'text',
    values: { of: ['text', 'json'], requirement: 'AGENT-201' },
    field: 'logging.format',
    requirement: ['AGENT-075'],
    description: 'Log format',
  },
  {
    name: 'log-flush-frequency',
    type: 'durationOrNumber',
    default: '5s',
    formBy: 'AGENT-136',
    field: 'logging.flushFrequency',
    staysBesideField: true,
    requirement: ['AGENT-070'],
    description: 'Maximum time between log flushes',
  },
  {
    name: 'log-text-split-stream',
    type: 'boolean',
    default: false,
    ...alpha('AGENT-200'),
    field: 'logging.options.text.splitStream',
    requirement: ['AGENT-074'],
    description:
      'In text format, write errors to standard error and other messages to standard output',
  },
  {
    name: 'log-text-info-buffer-size',
    type: 'quantity',
    default: '0',
    ...alpha('AGENT-199'),
    field: 'logging.options.text.infoBufferSize',
    requirement: ['AGENT-072'],
    description: 'Size of the buffer for the other messages in that mode; 0 disables buffering',
  },
  {
    name: 'log-json-split-stream',
    type: 'boolean',
    default: false,
    ...alpha('AGENT-200'),
    field: 'logging.options.json.splitStream',
    requirement: ['AGENT-073'],
    description:
      'In JSON format, write errors to standard error and other messages to standard output',
  },
  {
    name: 'log-json-info-buffer-size',
    type: 'quantity',
    default: '0',
    ...alpha('AGENT-199'),
    field: 'logging.options.json.infoBufferSize',
    requirement: ['AGENT-071'],
    description: 'Size of the buffer for the other messages in that mode; 0 disables buffering',
  },
])
