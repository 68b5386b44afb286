package main

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var groupVersion = schema.GroupVersion{Group: "operator.example", Version: "v1"}

// Garden is the custom type of the operator. Each one gets two ConfigMaps: a plot and a sign.
type Garden struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   GardenSpec   `json:"spec,omitempty"`
	Status GardenStatus `json:"status,omitempty"`
}

type GardenSpec struct {
	Plant string `json:"plant"`
	Beds  int32  `json:"beds,omitempty"`
}

type GardenStatus struct {
	ObservedGeneration int64              `json:"observedGeneration,omitempty"`
	Planted            string             `json:"planted,omitempty"`
	Conditions         []metav1.Condition `json:"conditions,omitempty"`
}

type GardenList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Garden `json:"items"`
}

func (in *Garden) DeepCopyObject() runtime.Object {
	out := *in
	in.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	out.Status.Conditions = append([]metav1.Condition(nil), in.Status.Conditions...)
	return &out
}

func (in *GardenList) DeepCopyObject() runtime.Object {
	out := *in
	out.Items = nil
	for _, item := range in.Items {
		out.Items = append(out.Items, *item.DeepCopyObject().(*Garden))
	}
	return &out
}

func addGardens(scheme *runtime.Scheme) {
	scheme.AddKnownTypes(groupVersion, &Garden{}, &GardenList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
}

func definition() *apiextensionsv1.CustomResourceDefinition {
	type props = apiextensionsv1.JSONSchemaProps
	text, whole, one := props{Type: "string"}, props{Type: "integer"}, 1.0
	conditions := props{
		Type:         "array",
		XListType:    ptr("map"),
		XListMapKeys: []string{"type"},
		Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &props{
			Type:     "object",
			Required: []string{"type", "status", "lastTransitionTime", "reason", "message"},
			Properties: map[string]props{
				"type": text, "status": text, "reason": text, "message": text,
				"lastTransitionTime": {Type: "string", Format: "date-time"},
				"observedGeneration": whole,
			},
		}},
	}
	spec := props{Type: "object", Required: []string{"plant"}, Properties: map[string]props{
		"plant": {Type: "string", MinLength: ptr(int64(1))},
		"beds":  {Type: "integer", Minimum: &one, Default: &apiextensionsv1.JSON{Raw: []byte("1")}},
	}}
	status := props{Type: "object", Properties: map[string]props{
		"observedGeneration": whole, "planted": text, "conditions": conditions,
	}}
	names := apiextensionsv1.CustomResourceDefinitionNames{Plural: "gardens", Kind: "Garden"}
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "gardens." + groupVersion.Group},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: groupVersion.Group,
			Scope: apiextensionsv1.NamespaceScoped,
			Names: names,
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name:    groupVersion.Version,
				Served:  true,
				Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &props{
					Type:       "object",
					Properties: map[string]props{"spec": spec, "status": status},
				}},
				Subresources: &apiextensionsv1.CustomResourceSubresources{
					Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
				},
			}},
		},
	}
}

func ptr[T any](value T) *T { return &value }
