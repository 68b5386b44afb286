package main

import (
	"context"
	"fmt"
	"strings"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// jobPolicy defaults and validates jobs, as the tutorial of kubebuilder does.
type jobPolicy struct{}

func (jobPolicy) Default(_ context.Context, job *OldJob) error {
	if job.Spec.Concurrency == "" {
		job.Spec.Concurrency = "Allow"
	}
	if job.Spec.HistoryLimit == nil {
		three := int32(3)
		job.Spec.HistoryLimit = &three
	}
	return nil
}

func (jobPolicy) ValidateCreate(_ context.Context, job *OldJob) (admission.Warnings, error) {
	if len(strings.Fields(job.Spec.Schedule)) != 3 {
		return nil, fmt.Errorf("schedule %q has not three fields", job.Spec.Schedule)
	}
	if len(job.Name) > 52 {
		return nil, fmt.Errorf("the name has %d characters, at most 52 are allowed", len(job.Name))
	}
	return nil, nil
}

func (p jobPolicy) ValidateUpdate(ctx context.Context, old, job *OldJob) (admission.Warnings, error) {
	if old.Spec.Concurrency != job.Spec.Concurrency {
		return admission.Warnings{"a job keeps its policy"}, fmt.Errorf("concurrencyPolicy may not change")
	}
	return p.ValidateCreate(ctx, job)
}

func (jobPolicy) ValidateDelete(_ context.Context, job *OldJob) (admission.Warnings, error) {
	if job.Annotations["keep"] == "yes" {
		return nil, fmt.Errorf("the job is to be kept")
	}
	return nil, nil
}

const (
	mutateJobs   = "/mutate-batch-touchstone-example-v1-timedjob"
	validateJobs = "/validate-batch-touchstone-example-v1-timedjob"
)

func jobs(ctx context.Context, on *stage) error {
	yes := true
	environment := &envtest.Environment{
		Config: on.config, UseExistingCluster: &yes, Scheme: on.scheme,
		CRDs: []*apiextensionsv1.CustomResourceDefinition{jobDefinition()},
		WebhookInstallOptions: envtest.WebhookInstallOptions{
			MutatingWebhooks:   []*admissionv1.MutatingWebhookConfiguration{mutatingJobs()},
			ValidatingWebhooks: []*admissionv1.ValidatingWebhookConfiguration{validatingJobs()},
		},
	}
	if _, err := environment.Start(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	served := environment.WebhookInstallOptions
	any := true
	manager, err := ctrl.NewManager(on.config, ctrl.Options{
		Scheme:     on.scheme,
		Metrics:    metricsserver.Options{BindAddress: "0"},
		Controller: config.Controller{SkipNameValidation: &any},
		WebhookServer: observedServer{on: on, Server: webhook.NewServer(webhook.Options{
			Host: served.LocalServingHost, Port: served.LocalServingPort, CertDir: served.LocalServingCertDir,
		})},
	})
	if err != nil {
		return err
	}
	builder := ctrl.NewWebhookManagedBy(manager, &OldJob{})
	if err := builder.WithDefaulter(jobPolicy{}).WithValidator(jobPolicy{}).Complete(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- manager.Start(ctx) }()
	var last error
	err = until(ctx, "webhooks", func() bool {
		last = on.Create(ctx, oldJob("probe", "1 2 3"), client.DryRunAll)
		return on.calls.count(mutateJobs) > 0 && on.calls.count(validateJobs) > 0
	})
	if err != nil {
		return fmt.Errorf("%w: %w", err, last)
	}
	testJobs(ctx, on)
	if err := environment.Stop(); err != nil {
		return err
	}
	stop()
	return <-ended
}

func testJobs(ctx context.Context, on *stage) {
	of := client.ObjectKey{Namespace: "default", Name: "a"}
	on.test("a job gets its defaults", func() outcome {
		job := oldJob("a", "1 2 3")
		err := on.Create(ctx, job)
		limit := int32(0)
		if job.Spec.HistoryLimit != nil {
			limit = *job.Spec.HistoryLimit
		}
		return equal(err, fmt.Sprint(job.Spec.Concurrency, limit), "Allow3")
	})
	on.test("a job without a schedule is refused", func() outcome {
		return refused(on.Create(ctx, oldJob("b", "")), "has not three fields")
	})
	on.test("a long name is refused", func() outcome {
		return refused(on.Create(ctx, oldJob(strings.Repeat("x", 60), "1 2 3")), "at most 52")
	})
	on.test("a job is read in v2", func() outcome {
		var job NewJob
		err := on.Get(ctx, of, &job)
		return equal(err, job.Spec.Schedule, NewSchedule{"1", "2", "3"})
	})
	on.test("jobs are listed in v2", func() outcome {
		list := &unstructured.UnstructuredList{}
		list.SetAPIVersion(jobGroup + "/v2")
		list.SetKind("TimedJobList")
		err := on.List(ctx, list, client.InNamespace("default"))
		if err != nil || len(list.Items) != 1 {
			return outcome{false, fmt.Sprint(len(list.Items), err)}
		}
		hour, _, err := unstructured.NestedString(list.Items[0].Object, "spec", "schedule", "hour")
		return equal(err, hour, "2")
	})
	on.test("a job is made in v2 and read in v1", func() outcome {
		job := newJob("c", NewSchedule{Minute: "5", Hour: "6"})
		if err := on.Create(ctx, job); err != nil {
			return outcome{false, describe(err)}
		}
		var old OldJob
		err := on.Get(ctx, client.ObjectKeyFromObject(job), &old)
		return equal(err, old.Spec.Schedule+" "+old.Spec.Concurrency, "5 6 * Allow")
	})
	on.test("a job in v2 is judged in v1", func() outcome {
		return refused(on.Create(ctx, newJob("d", NewSchedule{})), "has not three fields")
	})
	on.test("the policy of a job does not change", func() outcome {
		var job NewJob
		if err := on.Get(ctx, of, &job); err != nil {
			return outcome{false, describe(err)}
		}
		job.Spec.Concurrency = "Forbid"
		return refused(on.Update(ctx, &job), "may not change")
	})
	on.test("a job is patched in v2", func() outcome {
		job := newJob("a", NewSchedule{})
		patch := client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"schedule":{"day":"9"}}}`))
		if err := on.Patch(ctx, job, patch); err != nil {
			return outcome{false, describe(err)}
		}
		var old OldJob
		err := on.Get(ctx, of, &old)
		return equal(err, old.Spec.Schedule, "1 2 9")
	})
	on.test("the status is written in v2", func() outcome {
		var job NewJob
		if err := on.Get(ctx, of, &job); err != nil {
			return outcome{false, describe(err)}
		}
		job.Status.Active = 2
		err := on.Status().Update(ctx, &job)
		return equal(err, fmt.Sprint(job.Status.Active, job.Spec.Schedule.Day), "29")
	})
	on.test("a job that is to be kept is not deleted", func() outcome {
		job := oldJob("e", "1 2 3")
		job.Annotations = map[string]string{"keep": "yes"}
		if err := on.Create(ctx, job); err != nil {
			return outcome{false, describe(err)}
		}
		return refused(on.Delete(ctx, job), "is to be kept")
	})
	on.test("a dry run is defaulted, and stores nothing", func() outcome {
		job := oldJob("f", "1 2 3")
		if err := on.Create(ctx, job, client.DryRunAll); err != nil || job.Spec.Concurrency != "Allow" {
			return outcome{false, fmt.Sprint(job.Spec.Concurrency, err)}
		}
		return refused(on.Get(ctx, client.ObjectKeyFromObject(job), job), "not found")
	})
}

func oldJob(name, schedule string) *OldJob {
	return &OldJob{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}, Spec: OldSpec{Schedule: schedule}}
}

func newJob(name string, schedule NewSchedule) *NewJob {
	return &NewJob{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}, Spec: NewSpec{Schedule: schedule}}
}

func jobRules(operations ...admissionv1.OperationType) []admissionv1.RuleWithOperations {
	return []admissionv1.RuleWithOperations{{
		Operations: operations,
		Rule:       admissionv1.Rule{APIGroups: []string{jobGroup}, APIVersions: []string{"v1"}, Resources: []string{"timedjobs"}},
	}}
}

// at is the place of a webhook in a cluster, which envtest replaces by the URL of this process.
func at(path string) admissionv1.WebhookClientConfig {
	// The path follows a slash in that URL.
	path = strings.TrimPrefix(path, "/")
	return admissionv1.WebhookClientConfig{
		Service: &admissionv1.ServiceReference{Namespace: "default", Name: "webhooks", Path: &path},
	}
}

var (
	noEffects = admissionv1.SideEffectClassNone
	v1Alone   = []string{"v1"}
)

func mutatingJobs() *admissionv1.MutatingWebhookConfiguration {
	return &admissionv1.MutatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "jobs"},
		Webhooks: []admissionv1.MutatingWebhook{{
			Name: "default.jobs.touchstone.example", ClientConfig: at(mutateJobs),
			Rules: jobRules("CREATE", "UPDATE"), SideEffects: &noEffects, AdmissionReviewVersions: v1Alone,
		}},
	}
}

func validatingJobs() *admissionv1.ValidatingWebhookConfiguration {
	return &admissionv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "jobs"},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name: "validate.jobs.touchstone.example", ClientConfig: at(validateJobs),
			Rules: jobRules("CREATE", "UPDATE", "DELETE"), SideEffects: &noEffects, AdmissionReviewVersions: v1Alone,
		}},
	}
}
