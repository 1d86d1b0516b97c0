/** The few sentences of react-admin that this product says its own way. */
export const englishOverlay = {
  ra: {
    navigation: {
      page_range_info: '%{offsetBegin} - %{offsetEnd} / %{total}',
      clear_filters: 'Reset filters',
    },
    validation: { required: 'This field is required' },
  },
};
