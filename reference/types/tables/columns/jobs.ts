import type { AgeWriter } from '../../../api/column.ts'
import { type ApiObject, objectIn, objectsIn } from '../../../api/object.ts'
import { timestampMs, ageText } from '../age-text.ts'
import {
  ageColumn,
  ageAt,
  cellAt,
  booleanColumn,
  type ColumnsByKind,
  integerColumn,
  lengthAt,
  nameColumn,
  textColumn,
} from '../column.ts'
import { conditionStatusOf, selectorAt, scalarText } from '../cell-texts.ts'
import { containerColumns, selectorColumn } from './pod-template-columns.ts'

const suspendOf = cellAt('spec.suspend', '<unset>')

export const jobColumns: ColumnsByKind = {
  'batch/Job': [
    nameColumn,
    textColumn('Status', 'How the job does, in a word.', statusText),
    textColumn('Completions', 'Pods that are done, of those that are wanted.', completionsText),
    textColumn('Duration', 'How long the job took, or has taken so far.', durationText),
    ageColumn,
    ...containerColumns(),
    selectorColumn(),
  ],
  'batch/CronJob': [
    nameColumn,
    textColumn('Schedule', 'When jobs are made, as cron says it.', cellAt('spec.schedule', '')),
    textColumn(
      'Timezone',
      'Where the clock of the schedule is.',
      cellAt('spec.timeZone', '<none>'),
    ),
    booleanColumn('Suspend', 'Whether no jobs are made for now.', cronJob => {
      const isSuspended = suspendOf(cronJob)
      return typeof isSuspended === 'boolean' ? (isSuspended ? 'True' : 'False') : isSuspended
    }),
    integerColumn('Active', 'How many of its jobs run.', lengthAt('status.active')),
    textColumn(
      'Last Schedule',
      'When it last made one.',
      ageAt('status.lastScheduleTime', '<none>'),
    ),
    ageColumn,
    ...containerColumns('spec.jobTemplate.spec.template'),
    selectorColumn(selectorAt('spec.jobTemplate.spec.selector')),
  ],
}

// The status is the first condition that is true. A deletion ranks after the final conditions and
// before the others.
const finals = ['Complete', 'Failed']
const stages = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet']

function statusText({ metadata, status }: ApiObject): string {
  const conditions = objectsIn(objectIn(status).conditions)
  const holds = (type: string) => conditionStatusOf(conditions, type) === 'True'
  const final = finals.find(holds)
  if (final !== undefined) return final
  if (metadata.deletionTimestamp !== undefined) return 'Terminating'
  return stages.find(holds) ?? 'Running'
}

function completionsText(job: ApiObject): string {
  const { completions, parallelism = 0 } = objectIn(job.spec)
  const succeeded = scalarText(objectIn(job.status).succeeded ?? 0)
  if (typeof completions === 'number') return `${succeeded}/${completions}`
  return Number(parallelism) > 1 ? `${succeeded}/1 of ${scalarText(parallelism)}` : `${succeeded}/1`
}

function durationText({ status }: ApiObject, writeAge: AgeWriter): string {
  const { startTime, completionTime } = objectIn(status)
  const [start, end] = [timestampMs(startTime), timestampMs(completionTime)]
  if (start === undefined) return ''
  return end === undefined ? writeAge(startTime) : ageText(end - start)
}
