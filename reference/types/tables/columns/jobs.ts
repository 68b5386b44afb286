import { type ApiObject, objectIn, objectsIn } from '../../../api/object.ts'
import { momentOf, spanText } from '../ages.ts'
import {
  age,
  ageAt,
  at,
  boolean,
  type ColumnsByKind,
  integer,
  lengthAt,
  name,
  text,
} from '../column.ts'
import { conditionOf, selectorAt, textIn } from '../texts.ts'
import { containerColumns, selectorColumn } from './containers.ts'

const suspendOf = at('spec.suspend', '<unset>')

export const jobs: ColumnsByKind = {
  'batch/Job': [
    name,
    text('Status', 'How the job does, in a word.', statusText),
    text('Completions', 'Pods that are done, of those that are wanted.', completionsText),
    text('Duration', 'How long the job took, or has taken so far.', durationText),
    age,
    ...containerColumns(),
    selectorColumn(),
  ],
  'batch/CronJob': [
    name,
    text('Schedule', 'When jobs are made, as cron says it.', at('spec.schedule', '')),
    text('Timezone', 'Where the clock of the schedule is.', at('spec.timeZone', '<none>')),
    boolean('Suspend', 'Whether no jobs are made for now.', cronJob => {
      const isSuspended = suspendOf(cronJob)
      return typeof isSuspended === 'boolean' ? (isSuspended ? 'True' : 'False') : isSuspended
    }),
    integer('Active', 'How many of its jobs run.', lengthAt('status.active')),
    text('Last Schedule', 'When it last made one.', ageAt('status.lastScheduleTime', '<none>')),
    age,
    ...containerColumns('spec.jobTemplate.spec.template'),
    selectorColumn(selectorAt('spec.jobTemplate.spec.selector')),
  ],
}

// The first that holds is the job's word; being deleted comes between the final ones and the others.
const finals = ['Complete', 'Failed']
const stages = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet']

function statusText({ metadata, status }: ApiObject): string {
  const conditions = objectsIn(objectIn(status).conditions)
  const holds = (type: string) => conditionOf(conditions, type) === 'True'
  const final = finals.find(holds)
  if (final !== undefined) return final
  if (metadata.deletionTimestamp !== undefined) return 'Terminating'
  return stages.find(holds) ?? 'Running'
}

function completionsText(job: ApiObject): string {
  const { completions, parallelism = 0 } = objectIn(job.spec)
  const succeeded = textIn(objectIn(job.status).succeeded ?? 0)
  if (typeof completions === 'number') return `${succeeded}/${completions}`
  return Number(parallelism) > 1 ? `${succeeded}/1 of ${textIn(parallelism)}` : `${succeeded}/1`
}

function durationText({ status }: ApiObject, now: number): string {
  const { startTime, completionTime } = objectIn(status)
  const start = momentOf(startTime)
  return start === undefined ? '' : spanText((momentOf(completionTime) ?? now) - start)
}
