import type { Command } from 'commander'

/** Adds the flags of the audit to `serve`. */
export function auditFlags(command: Command): Command {
  command
    .option(
      '--audit-policy-file <file>',
      'Policy: which requests are recorded; needs a log or a webhook',
    )
    .option('--audit-log-path <file>', 'file for audit events; - is standard output')
    .option('--audit-log-maxsize <megabytes>', 'size at which the file is rotated; default: 100')
    .option('--audit-log-maxage <days>', 'retention of rotated files; default: 366')
    .option('--audit-log-maxbackup <number>', 'maximum number of rotated files; default: 100')
    .option(
      '--audit-webhook-config-file <file>',
      'kubeconfig of a webhook that receives audit events',
    )
    .option(
      '--audit-webhook-initial-backoff <duration>',
      'delay before the first retry of a failed request; default: 10s',
    )
  sinkFlags(command, 'log', { mode: 'blocking', maxSize: 1, isThrottled: false })
  sinkFlags(command, 'webhook', { mode: 'batch', maxSize: 400, isThrottled: true })
  return command
}

type Standard = { mode: string; maxSize: number; isThrottled: boolean }

function sinkFlags(
  command: Command,
  sink: 'log' | 'webhook',
  { mode, maxSize, isThrottled }: Standard,
): void {
  const flag = (name: string) => `--audit-${sink}-${name}`
  command
    .option(flag('mode <mode>'), `batch, blocking or blocking-strict; default: ${mode}`)
    .option(flag('batch-buffer-size <number>'), 'maximum number of queued events; default: 10000')
    .option(
      flag('batch-max-size <number>'),
      `maximum number of events in a batch; default: ${maxSize}`,
    )
    .option(flag('batch-max-wait <duration>'), 'maximum time before a batch is sent; default: 30s')
    .option(
      flag('batch-throttle-enable <true|false>'),
      `limit the rate of batches; default: ${isThrottled}`,
    )
    .option(flag('batch-throttle-qps <number>'), 'batches per second; default: 10')
    .option(flag('batch-throttle-burst <number>'), 'burst of batches; default: 15')
    .option(
      flag('truncate-enabled <true|false>'),
      'omit the objects of events that are too long; default: false',
    )
    .option(flag('truncate-max-event-size <bytes>'), 'maximum length of an event; default: 102400')
    .option(flag('truncate-max-batch-size <bytes>'), 'maximum length of a batch; default: 10485760')
}
