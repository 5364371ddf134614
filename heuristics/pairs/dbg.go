package pairs

func (t *Table) Hist() map[int]int {
	h := map[int]int{}
	t.each(func(a, b int) {
		v := int(t.at(a, b))
		if v < 0 {
			v = -v
		}
		h[v/16*16]++
		if v == 127 {
			h[127]++
		}
	})
	return h
}
