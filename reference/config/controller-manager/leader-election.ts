import { secondsIn } from '../../lib/durations.ts'
import { invalidValue, functionRule } from '../config-rules.ts'
import {
  boolField,
  durationField,
  type ConfigValues,
  objectField,
  textField,
} from '../config-kind.ts'
import { requiredWithDefault } from '../required-with-default.ts'

const fields = {
  leaderElect: boolField(
    'Whether leader election is enabled.',
    requiredWithDefault('CM-011', true),
  ),
  leaseDuration: durationField(
    'Time after which another candidate may become the leader.',
    requiredWithDefault('CM-011', '15s'),
  ),
  renewDeadline: durationField(
    'Time for which the leader retries to renew its lease.',
    requiredWithDefault('CM-011', '10s'),
  ),
  retryPeriod: durationField(
    'Interval between attempts of a candidate.',
    requiredWithDefault('CM-011', '2s'),
  ),
  resourceLock: textField('Resource type of the lock.', requiredWithDefault('CM-011', 'leases')),
  resourceName: textField('Name of the lock object.', requiredWithDefault('CM-011', '')),
  resourceNamespace: textField('Namespace of the lock object.', requiredWithDefault('CM-011', '')),
}

const renewInTime = functionRule({
  requirement: 'CM-012',
  description: '`renewDeadline` is not longer than `leaseDuration`',
  *faults({ leaseDuration, renewDeadline }: ConfigValues<typeof fields>) {
    const [lease, renew] = [secondsIn(leaseDuration), secondsIn(renewDeadline)]
    if (lease === undefined || renew === undefined || renew <= lease) return
    yield invalidValue(['renewDeadline'], renewDeadline, `must not be longer than ${leaseDuration}`)
  },
})

const renewBefore = functionRule({
  requirement: 'de facto',
  description: '`renewDeadline` is shorter than `leaseDuration`',
  onlyIn: 'kubernetes',
  *faults({ leaderElect, leaseDuration, renewDeadline }: ConfigValues<typeof fields>) {
    if (!leaderElect || secondsIn(leaseDuration) !== secondsIn(renewDeadline)) return
    yield invalidValue(['renewDeadline'], renewDeadline, 'must be shorter than leaseDuration')
  },
})

export const leaderElectionField = objectField('Leader election.', fields, {
  ...requiredWithDefault('CM-013', {}),
  rules: [renewInTime, renewBefore],
})
