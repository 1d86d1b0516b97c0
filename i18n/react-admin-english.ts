/** The texts of react-admin that this product replaces. */
export const englishOverlay = {
  ra: {
    navigation: {
      page_range_info: '%{offsetBegin} - %{offsetEnd} / %{total}',
      clear_filters: 'Reset filters',
    },
    validation: { required: 'This field is required' },
  },
};
