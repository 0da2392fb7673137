'use strict';
// Draws every chart of the page in the colours that the reader's system asks for. The data and what is drawn of it come
// with the page; colours are by Okabe and Ito, told apart by people who see colours differently.
(() => {
  const themes = {
    light: {
      ink: '#1b1f24', soft: '#4d5761', grid: '#e3e6ea', guide: '#5a6570', band: '#E69F00',
      hues: ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9', '#000000'],
    },
    dark: {
      ink: '#e8eaed', soft: '#b4bcc5', grid: '#343a41', guide: '#a4adb7', band: '#E69F00',
      hues: ['#56B4E9', '#E69F00', '#009E73', '#CC79A7', '#D55E00', '#F0E442', '#FFFFFF'],
    },
  };
  const font = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
  const config = ({ink, soft, grid, guide, band, hues}) => ({
    background: null,
    font,
    title: {color: ink, subtitleColor: soft, fontSize: 12, fontWeight: 600, subtitleFontSize: 11, anchor: 'start',
      frame: 'group', limit: 780},
    axis: {labelColor: soft, titleColor: soft, gridColor: grid, domainColor: guide, tickColor: guide, labelFontSize: 11,
      titleFontSize: 11, titleFontWeight: 'normal', labelLimit: 320},
    axisQuantitative: {labelFlush: false, labelOverlap: true, labelSeparation: 6},
    legend: {labelColor: ink, titleColor: soft, labelFontSize: 11, symbolStrokeWidth: 2, symbolSize: 90, symbolOpacity: 1},
    view: {stroke: null},
    concat: {spacing: 28},
    range: {category: hues},
    line: {strokeWidth: 2, color: hues[0]},
    point: {color: hues[0]},
    rule: {color: hues[0]},
    style: {
      guide: {color: guide, strokeWidth: 1, strokeDash: [4, 3]},
      band: {color: band, opacity: 0.25},
      note: {color: soft, fontSize: 11},
      median: {color: ink, opacity: 1},
      other: {color: guide, opacity: 0.35, strokeWidth: 1},
    },
  });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');

  const draw = async (element) => {
    const spec = JSON.parse(document.getElementById(element.dataset.spec).textContent);
    try {
      // ast: expressions are interpreted, because the page forbids eval.
      const result = await vegaEmbed(element, spec, {
        actions: false, ast: true, defaultStyle: false, renderer: element.dataset.renderer,
        config: config(dark.matches ? themes.dark : themes.light),
        tooltip: {disableDefaultStyle: true},
      });
      await result.view.runAsync();
      element.dataset.drawn = 'yes';
    } catch (error) {
      element.textContent = 'This picture could not be drawn: ' + error.message;
      console.error(element.dataset.spec, error);
    }
  };
  const drawAll = () => Promise.all([...document.querySelectorAll('.chart')].map(draw));
  dark.addEventListener('change', drawAll);
  drawAll();
})();
