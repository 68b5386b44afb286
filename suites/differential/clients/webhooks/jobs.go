package main

import (
	"encoding/json"
	"fmt"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/conversion"
)

const jobGroup = "batch.touchstone.example"

// OldJob is a job in v1, which is stored: its schedule is a text.
type OldJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              OldSpec   `json:"spec,omitempty"`
	Status            JobStatus `json:"status,omitempty"`
}

type OldSpec struct {
	Schedule     string `json:"schedule,omitempty"`
	Concurrency  string `json:"concurrencyPolicy,omitempty"`
	HistoryLimit *int32 `json:"historyLimit,omitempty"`
}

// NewJob is a job in v2: its schedule has members.
type NewJob struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              NewSpec   `json:"spec,omitempty"`
	Status            JobStatus `json:"status,omitempty"`
}

type NewSpec struct {
	Schedule     NewSchedule `json:"schedule,omitempty"`
	Concurrency  string      `json:"concurrencyPolicy,omitempty"`
	HistoryLimit *int32      `json:"historyLimit,omitempty"`
}

type NewSchedule struct {
	Minute string `json:"minute,omitempty"`
	Hour   string `json:"hour,omitempty"`
	Day    string `json:"day,omitempty"`
}

type JobStatus struct {
	Active int32 `json:"active,omitempty"`
}

func (in *OldJob) DeepCopyObject() runtime.Object { return copied(in) }
func (in *NewJob) DeepCopyObject() runtime.Object { return copied(in) }

// Hub makes v2 the version through which others are converted.
func (in *NewJob) Hub() {}

// ConvertTo fills in the hub.
func (in *OldJob) ConvertTo(hub conversion.Hub) error {
	to, isJob := hub.(*NewJob)
	if !isJob {
		return fmt.Errorf("unexpected hub %T", hub)
	}
	to.ObjectMeta = in.ObjectMeta
	to.Status = in.Status
	to.Spec.Concurrency = in.Spec.Concurrency
	to.Spec.HistoryLimit = in.Spec.HistoryLimit
	parts := strings.Fields(in.Spec.Schedule)
	if len(parts) == 0 {
		return nil
	}
	if len(parts) != 3 {
		return fmt.Errorf("schedule %q: expected minute, hour and day", in.Spec.Schedule)
	}
	to.Spec.Schedule = NewSchedule{parts[0], parts[1], parts[2]}
	return nil
}

// ConvertFrom reads the hub.
func (in *OldJob) ConvertFrom(hub conversion.Hub) error {
	from, isJob := hub.(*NewJob)
	if !isJob {
		return fmt.Errorf("unexpected hub %T", hub)
	}
	in.ObjectMeta = from.ObjectMeta
	in.Status = from.Status
	in.Spec.Concurrency = from.Spec.Concurrency
	in.Spec.HistoryLimit = from.Spec.HistoryLimit
	if at := from.Spec.Schedule; at != (NewSchedule{}) {
		in.Spec.Schedule = strings.Join([]string{orAny(at.Minute), orAny(at.Hour), orAny(at.Day)}, " ")
	}
	return nil
}

func orAny(text string) string {
	if text == "" {
		return "*"
	}
	return text
}

func addJobs(scheme *runtime.Scheme) {
	for version, object := range map[string]runtime.Object{"v1": &OldJob{}, "v2": &NewJob{}} {
		to := schema.GroupVersion{Group: jobGroup, Version: version}
		scheme.AddKnownTypeWithName(to.WithKind("TimedJob"), object)
		metav1.AddToGroupVersion(scheme, to)
	}
}

func copied[T any](in *T) *T {
	text, err := json.Marshal(in)
	must(err)
	out := new(T)
	must(json.Unmarshal(text, out))
	return out
}

func jobDefinition() *apiextensionsv1.CustomResourceDefinition {
	text := apiextensionsv1.JSONSchemaProps{Type: "string"}
	number := apiextensionsv1.JSONSchemaProps{Type: "integer", Format: "int32"}
	object := func(of map[string]apiextensionsv1.JSONSchemaProps) apiextensionsv1.JSONSchemaProps {
		return apiextensionsv1.JSONSchemaProps{Type: "object", Properties: of}
	}
	type schemas = map[string]apiextensionsv1.JSONSchemaProps
	version := func(name string, schedule apiextensionsv1.JSONSchemaProps) apiextensionsv1.CustomResourceDefinitionVersion {
		of := object(schemas{
			"spec": object(schemas{
				"schedule": schedule, "concurrencyPolicy": text, "historyLimit": number,
			}),
			"status": object(schemas{"active": number}),
		})
		return apiextensionsv1.CustomResourceDefinitionVersion{
			Name: name, Served: true, Storage: name == "v1",
			Schema:       &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &of},
			Subresources: &apiextensionsv1.CustomResourceSubresources{Status: &apiextensionsv1.CustomResourceSubresourceStatus{}},
		}
	}
	members := object(schemas{"minute": text, "hour": text, "day": text})
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "timedjobs." + jobGroup},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: jobGroup,
			Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{
				Plural: "timedjobs", Singular: "timedjob", Kind: "TimedJob", ListKind: "TimedJobList",
			},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{
				version("v1", text), version("v2", members),
			},
		},
	}
}
