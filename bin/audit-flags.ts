import type { Command } from 'commander'

/** Adds the flags of the audit to `serve`. */
export function auditFlags(command: Command): Command {
  command
    .option('--audit-policy-file <file>', 'Policy: what is recorded of requests; needs a sink')
    .option('--audit-log-path <file>', 'file of audit events; - is standard output')
    .option('--audit-log-maxsize <megabytes>', 'size at which it is replaced; default: 100')
    .option('--audit-log-maxage <days>', 'time for which old files are kept; default: 366')
    .option('--audit-log-maxbackup <number>', 'old files that are kept; default: 100')
    .option(
      '--audit-webhook-config-file <file>',
      'kubeconfig of a webhook that receives audit events',
    )
    .option(
      '--audit-webhook-initial-backoff <duration>',
      'time before a failed post is repeated; default: 10s',
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
    .option(flag('batch-buffer-size <number>'), 'events that wait at most; default: 10000')
    .option(flag('batch-max-size <number>'), `events of a batch; default: ${maxSize}`)
    .option(flag('batch-max-wait <duration>'), 'time before a batch is sent; default: 30s')
    .option(
      flag('batch-throttle-enable <true|false>'),
      `limit the rate of batches; default: ${isThrottled}`,
    )
    .option(flag('batch-throttle-qps <number>'), 'batches a second; default: 10')
    .option(flag('batch-throttle-burst <number>'), 'batches at once; default: 15')
    .option(
      flag('truncate-enabled <true|false>'),
      'leave the objects out of events that are too long; default: false',
    )
    .option(flag('truncate-max-event-size <bytes>'), 'length of an event; default: 102400')
    .option(flag('truncate-max-batch-size <bytes>'), 'length of a list; default: 10485760')
}
