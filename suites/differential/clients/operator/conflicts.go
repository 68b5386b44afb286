package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

func wrong(ctx context.Context, on *stage) (string, error) {
	garden := &Garden{ObjectMeta: metav1.ObjectMeta{Name: "north", Namespace: space}}
	return "it was taken", on.Create(ctx, garden)
}

func stale(ctx context.Context, on *stage) (string, error) {
	var garden Garden
	if err := on.Get(ctx, named("south"), &garden); err != nil {
		return "", err
	}
	old := garden.DeepCopyObject().(*Garden)
	garden.Labels = map[string]string{"a": "b"}
	if err := on.Update(ctx, &garden); err != nil {
		return "", err
	}
	return "it was taken", on.Status().Update(ctx, old)
}

func index(ctx context.Context, on *stage) (string, error) {
	for _, name := range []string{"east", "west"} {
		garden := &Garden{
			ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: space},
			Spec:       GardenSpec{Plant: name + " leek"},
		}
		if err := on.Create(ctx, garden); err != nil {
			return "", err
		}
	}
	var found GardenList
	err := until(ctx, "garden in the cache", func() (bool, error) {
		err := on.cached.List(ctx, &found, client.MatchingFields{plantField: "west leek"})
		return len(found.Items) > 0 && found.Items[0].Status.Planted != "", err
	})
	if err != nil {
		return "", err
	}
	return shown(len(found.Items), found.Items[0].seen())
}
